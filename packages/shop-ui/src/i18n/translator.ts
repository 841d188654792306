import { intlLocale } from '@playhouse/domain/money'

/** Texts of a namespace: a tree whose leaves are texts. */
export type Texts = { readonly [key: string]: string | Texts }

/** Values of the parameters of a text. `count` selects the plural form; `defaultValue` is returned where no text has the key. */
export type Values = Readonly<Record<string, unknown>>

/** Returns a text: `t('add')`, `t('seats', { count })`, `t('problem:title')`. A key without a text is returned without its namespace. */
export type Translate = (key: string, values?: Values) => string

type Source = {
  readonly locale: string
  /** The namespace of keys without one. */
  readonly namespace: string
  /** The texts of a namespace; undefined until they are loaded. */
  readonly textsOf: (namespace: string) => Texts | undefined
  /** Values of parameters in every text, such as the brand's name. */
  readonly constants?: Values
}

/**
 * Creates the translation function of a locale. Levels of a key are separated by dots; `seats_one` and `seats_other` are the plural forms of
 * `seats`; `{{name}}` and `{{count, number}}` are parameters. Nothing is escaped: React escapes texts, and a caller that writes HTML does.
 */
export const createTranslator =
  ({ locale, namespace, textsOf, constants = {} }: Source): Translate =>
  (key, values = {}) => {
    const [, of = namespace, path = key] = /^([\w-]+):(.*)$/s.exec(key) ?? []
    const texts = textsOf(of)
    const count = values['count']
    const text =
      (typeof count === 'number' ? (textAt(texts, `${path}_${pluralOf(locale, count)}`) ?? textAt(texts, `${path}_other`)) : undefined) ??
      textAt(texts, path) ??
      (typeof values['defaultValue'] === 'string' ? values['defaultValue'] : path)
    return interpolate(text, locale, { ...constants, ...values })
  }

function textAt(texts: Texts | undefined, path: string): string | undefined {
  let at: string | Texts | undefined = texts
  for (const key of path.split('.')) at = typeof at === 'object' && Object.hasOwn(at, key) ? at[key] : undefined
  return typeof at === 'string' ? at : undefined
}

/** A parameter without a value is left out. */
const interpolate = (text: string, locale: string, values: Values): string =>
  text.replaceAll(/\{\{\s*([\w.-]+)\s*(?:,\s*(number)\s*)?\}\}/g, (_, name: string, isNumber: string | undefined) => {
    const value = values[name]
    return isNumber && typeof value === 'number' ? numberFormat(locale).format(value) : String(value ?? '')
  })

const rules = new Map<string, Intl.PluralRules>()
/** Haitian Creole counts as English does. Intl has no rule for it and would use the machine's locale. */
function pluralOf(locale: string, count: number): Intl.LDMLPluralRule {
  const tag = locale === 'ht' ? 'en' : locale
  let rule = rules.get(tag)
  if (!rule) rules.set(tag, (rule = new Intl.PluralRules(tag)))
  return rule.select(count)
}

const numberFormats = new Map<string, Intl.NumberFormat>()
function numberFormat(locale: string): Intl.NumberFormat {
  let format = numberFormats.get(locale)
  if (!format) numberFormats.set(locale, (format = new Intl.NumberFormat(intlLocale(locale))))
  return format
}

/** Replaces texts of a namespace by a brand's texts, which are keyed `namespace:key`. */
export const overlay = (words: Texts, namespace: string, texts: Readonly<Record<string, string>>): Texts =>
  Object.entries(texts).reduce((laid, [path, text]) => {
    const [, of = 'shell', key = path] = /^([^:]+):(.*)$/s.exec(path) ?? []
    return of === namespace ? withText(laid, key.split('.'), text) : laid
  }, words)

function withText(words: Texts, [head = '', ...rest]: readonly string[], text: string): Texts {
  const below = words[head]
  return { ...words, [head]: rest.length === 0 ? text : withText(typeof below === 'object' ? below : {}, rest, text) }
}
