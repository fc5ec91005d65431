// Bundles each page's main module with the packages of package-lock.json: node build.mjs OUT_DIRECTORY

import { readFile } from "node:fs/promises";
import { build } from "esbuild";
import { compile, compileModule } from "svelte/compiler";

const svelte = {
  name: "svelte",
  setup({ onLoad }) {
    const options = (filename) => ({ filename, generate: "client", dev: false });
    onLoad({ filter: /\.svelte$/ }, async ({ path }) => ({
      contents: compile(await readFile(path, "utf8"), { ...options(path), css: "injected" }).js.code,
      loader: "js",
    }));
    onLoad({ filter: /\.svelte\.js$/ }, async ({ path }) => ({
      contents: compileModule(await readFile(path, "utf8"), options(path)).js.code,
      loader: "js",
    }));
  },
};

await build({
  entryPoints: {
    alpine: "alpine/main.js",
    htmx: "htmx/main.js",
    jquery: "jquery/main.js",
    lit: "lit/main.js",
    react: "react/main.jsx",
    svelte: "svelte/main.js",
    vue: "vue/main.js",
  },
  outdir: process.argv[2],
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  jsx: "automatic",
  logLevel: "warning",
  conditions: ["browser", "production"],
  // The build with the template compiler: templates are compiled in the page.
  alias: { vue: "vue/dist/vue.esm-bundler.js" },
  define: {
    "process.env.NODE_ENV": '"production"',
    __VUE_OPTIONS_API__: "true",
    __VUE_PROD_DEVTOOLS__: "false",
    __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "false",
  },
  plugins: [svelte],
});
