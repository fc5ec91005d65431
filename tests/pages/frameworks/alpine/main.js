import Alpine from "alpinejs";

document.getElementById("app").innerHTML = `
  <div x-data="todo" x-effect="document.title = 'alpine ' + count">
    <h1>Todo</h1>
    <button @click="count++" x-text="'count ' + count"></button>
    <label for="n">name</label> <input id="n" x-ref="input" x-model="name">
    <p id="hello" :class="upper && 'named'" x-text="'hello ' + upper"></p>
    <button @click="add()">add</button>
    <ul>
      <template x-for="item in items" :key="item">
        <li><span x-text="item"></span> <button @click="remove(item)" x-text="'remove ' + item"></button></li>
      </template>
    </ul>
    <button @click="open = true">open</button>
    <template x-teleport="body"><p id="portal" x-show="open" x-transition.duration.20ms>in a portal</p></template>
  </div>`;

Alpine.data("todo", () => ({
  count: 0,
  name: "",
  items: ["first"],
  open: false,
  get upper() {
    return this.name.toUpperCase();
  },
  add() {
    this.items.push(this.name);
    this.name = "";
    this.$nextTick(() => this.$refs.input.focus());
  },
  remove(gone) {
    this.items = this.items.filter((item) => item !== gone);
  },
}));
Alpine.start();
