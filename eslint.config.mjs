import js from "@eslint/js";

export default [
  { ignores: ["**/.*/", "build/", "dist/", "site/"] },
  js.configs.recommended,
  {
    rules: {
      "no-undef": "off", // tsc knows better what there is
      "max-len": ["error", { code: 130 }],
      "max-lines": ["error", 300],
      "max-lines-per-function": ["error", 30],
      "eqeqeq": "error",
      "no-var": "error",
      "prefer-const": "error",
      "object-shorthand": "error",
      "semi": "error",
      "quotes": ["error", "double"],
      "indent": ["error", 2],
    },
  },
  {
    files: ["**/old_browser.js"], // read by browsers that know nothing newer
    languageOptions: { ecmaVersion: 5, sourceType: "script" },
    rules: { "no-var": "off" },
  },
];
