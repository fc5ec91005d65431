import { LitElement, css, html } from "lit";
import { classMap } from "lit/directives/class-map.js";
import { createRef, ref } from "lit/directives/ref.js";
import { repeat } from "lit/directives/repeat.js";
import { until } from "lit/directives/until.js";

class TodoApp extends LitElement {
  static properties = { count: { type: Number, reflect: true }, name: { state: true }, items: { state: true }, open: { state: true } };
  static styles = css`
    .named {
      color: rgb(1, 2, 3);
    }
  `;
  input = createRef();
  later = new Promise((done) => setTimeout(done, 10, "later"));

  constructor() {
    super();
    this.count = 0;
    this.name = "";
    this.items = ["first"];
    this.open = false;
  }

  updated(changed) {
    if (changed.has("count")) document.title = `lit ${this.count}`;
  }

  add() {
    this.items = [...this.items, this.name];
    this.name = "";
    this.input.value.focus();
  }

  render() {
    return html`<h1>Todo</h1>
      <button @click=${() => this.count++}>count ${this.count}</button>
      <label for="n">name</label>
      <input id="n" ${ref(this.input)} .value=${this.name} @input=${(event) => (this.name = event.target.value)} />
      <p id="hello" class=${classMap({ named: this.name })}>hello ${this.name.toUpperCase()}</p>
      <button @click=${this.add}>add</button>
      <ul>
        ${repeat(
          this.items,
          (item) => item,
          (item) =>
            html`<li>${item} <button @click=${() => (this.items = this.items.filter((i) => i !== item))}>remove ${item}</button></li>`,
        )}
      </ul>
      <button @click=${() => (this.open = true)}>open</button>
      ${this.open ? html`<p id="portal">in a portal</p>` : null}
      <p id="later">${until(this.later, "loading")}</p>`;
  }
}

customElements.define("todo-app", TodoApp);
document.getElementById("app").append(document.createElement("todo-app"));
