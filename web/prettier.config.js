export default {
  printWidth: 120,
  plugins: [import.meta.resolve("prettier-plugin-svelte")], // an address, because it is run from the root of the repository
  overrides: [
    { files: "*.svelte", options: { parser: "svelte" } },
    { files: "*.generated.ts", options: { requirePragma: true } }, // as its generator writes it
  ],
};
