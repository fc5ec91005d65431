import { computed, createApp, nextTick, ref, watch } from "vue";

const Item = {
  props: ["text"],
  emits: ["gone"],
  template: `<li><slot>{{ text }}</slot> <button @click="$emit('gone', text)">remove {{ text }}</button></li>`,
};

createApp({
  components: { Item },
  setup() {
    const count = ref(0);
    const name = ref("");
    const items = ref(["first"]);
    const input = ref(null);
    const open = ref(false);
    const upper = computed(() => name.value.toUpperCase());
    watch(count, (now) => (document.title = `vue ${now}`), { immediate: true });
    async function add() {
      items.value.push(name.value);
      name.value = "";
      await nextTick();
      input.value.focus();
    }
    return { count, name, items, input, open, upper, add };
  },
  template: `
    <h1>Todo</h1>
    <button @click="count++">count {{ count }}</button>
    <label for="n">name</label> <input id="n" ref="input" v-model="name" @keyup.enter="add">
    <p id="hello" :class="{ named: upper }">hello {{ upper }}</p>
    <button @click="add">add</button>
    <ul><Item v-for="item in items" :key="item" :text="item" @gone="items = items.filter(i => i !== $event)" /></ul>
    <button @click="open = true">open</button>
    <Teleport to="body"><Transition><p v-if="open" id="portal">in a portal</p></Transition></Teleport>`,
}).mount("#app");
