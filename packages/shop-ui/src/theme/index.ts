export { brandCss, fontPath } from './brand-css.ts'
export { classNames } from './class-names.ts'
