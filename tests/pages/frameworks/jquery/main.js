import $ from "jquery";

window.$ = $;
$(() => {
  let count = 0;
  const $app = $("#app").html(`<h1>Todo</h1><button class="count">count 0</button> <label for="n">name</label> <input id="n">
    <p id="hello">hello </p><button class="add">add</button><ul></ul><button class="open">open</button>`);
  const add = (text) =>
    $("<li>", { text: `${text} ` })
      .append($("<button>", { text: `remove ${text}`, class: "remove" }))
      .appendTo("ul");
  const tell = () => (document.title = `jquery ${count}`);
  add("first");
  tell();
  $app
    .on("click", ".count", (event) => {
      $(event.target).text(`count ${++count}`);
      tell();
    })
    .on("input", "#n", function () {
      $("#hello").text(`hello ${$(this).val().toUpperCase()}`).toggleClass("named", this.value !== "");
    })
    .on("click", ".add", () => {
      add($("#n").val());
      $("#n").val("").trigger("input").trigger("focus");
    })
    .on("click", ".remove", function () {
      $(this).closest("li").remove();
    })
    .on("click", ".open", () => $("<p>", { id: "portal", text: "in a portal" }).hide().appendTo("body").fadeIn(20));
});
