/** Joins the classes that apply: `classNames(styles.line, chosen && styles.chosen)`. */
export const classNames = (...names: readonly (string | false | undefined)[]): string => names.filter(Boolean).join(' ')
