import { Suspense, StrictMode, createContext, lazy, useContext, useEffect, useId, useReducer, useRef, useState, useTransition } from "react";
import { flushSync, createPortal } from "react-dom";
import { createRoot } from "react-dom/client";

const Theme = createContext("none");
const Later = lazy(async () => {
  await new Promise((done) => setTimeout(done, 10));
  return { default: () => <p id="later">{useContext(Theme)} later</p> };
});

function reduce(items, { add, remove }) {
  return add ? [...items, add] : items.filter((item) => item !== remove);
}

function App() {
  const [count, setCount] = useState(0);
  const [name, setName] = useState("");
  const [items, change] = useReducer(reduce, ["first"]);
  const [portal, setPortal] = useState(false);
  const [pending, startTransition] = useTransition();
  const input = useRef(null);
  const id = useId();
  useEffect(() => {
    document.title = `react ${count}`;
  }, [count]);
  return (
    <Theme value="dark">
      <h1>Todo</h1>
      <button onClick={() => setCount((n) => n + 1)}>count {count}</button>
      <label htmlFor={id}>name</label>
      <input id={id} ref={input} value={name} onChange={(event) => setName(event.target.value)} />
      <p id="hello">hello {name.toUpperCase()}</p>
      <button
        onClick={() => {
          flushSync(() => change({ add: name }));
          setName("");
          input.current.focus();
        }}
      >
        add
      </button>
      <ul>
        {items.map((item) => (
          <li key={item}>
            {item} <button onClick={() => change({ remove: item })}>remove {item}</button>
          </li>
        ))}
      </ul>
      <button onClick={() => startTransition(() => setPortal(true))}>{pending ? "wait" : "open"}</button>
      {portal && createPortal(<p id="portal">in a portal</p>, document.body)}
      <Suspense fallback={<p id="fallback">loading</p>}>
        <Later />
      </Suspense>
    </Theme>
  );
}

createRoot(document.getElementById("app")).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
