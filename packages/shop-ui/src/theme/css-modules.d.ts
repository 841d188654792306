/** What the bundler makes of stylesheets and globs; no package of ours depends on its types. */
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  export default classes
}
declare module '*.css' {}

interface ImportMeta {
  /** Lazily imported modules by path, resolved when the shop is built. */
  readonly glob: <Module>(
    pattern: string | readonly string[],
    options?: { readonly import?: string },
  ) => Record<string, () => Promise<Module>>
}
