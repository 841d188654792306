/** Types of style sheet and glob imports; no package depends on the bundler's types. */
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  export default classes
}
declare module '*.css' {}

interface ImportMeta {
  /** Lazily imported modules by path, resolved at build time. */
  readonly glob: <Module>(
    pattern: string | readonly string[],
    options?: { readonly import?: string },
  ) => Record<string, () => Promise<Module>>
}
