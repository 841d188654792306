import { type Locale, locales } from '../../brand/locale.ts'
import type { Production, ProductionTexts } from '../../season/season.ts'
import { productionStates, type StoredProduction } from '../production-plan.ts'
import { type CellKind, choice, isFaulty, key, list, text, whole } from './cell.ts'
import { type Column, optional, property, required, type Sheet } from './column.ts'
import { imageColumns } from './image-columns.ts'
import { richText } from './rich-text.ts'

const line = text(300)

const performer: CellKind<NonNullable<Production['performers']>[number]> = {
  read: (cell) => {
    const read = line.read(cell)
    if (isFaulty(read)) return read
    const [, group] = /^(.+?)\s*\(group\)$/.exec(read.value) ?? []
    return { value: group === undefined ? { kind: 'person', name: read.value } : { kind: 'group', name: group } }
  },
  write: (written) => (written.kind === 'group' ? `${written.name} (group)` : written.name),
}

const streaming = {
  field: 'streaming',
  get: (thing: StoredProduction) => thing.streaming,
  set: ({ streaming: _streaming, ...thing }: StoredProduction, written: string | undefined): StoredProduction => ({
    ...thing,
    ...(written !== undefined && { streaming: written }),
  }),
  empty: undefined,
}

/** A production without an address that staff chose has its key. */
const address = {
  field: 'slug',
  get: (thing: StoredProduction) => thing.slug,
  set: ({ slug: _slug, ...thing }: StoredProduction, written: string | undefined): StoredProduction => ({
    ...thing,
    ...(written !== undefined && written !== thing.id && { slug: written }),
  }),
  empty: undefined,
}

const performers = {
  field: 'performers',
  get: (thing: StoredProduction) => thing.performers,
  set: ({ performers: _performers, ...thing }: StoredProduction, written: StoredProduction['performers']): StoredProduction => ({
    ...thing,
    ...(written !== undefined && { performers: written }),
  }),
  empty: undefined,
}

/** The column of a text in another language than the production's. An empty cell means that it is not translated. */
const translation = <Value>(
  header: string,
  locale: Locale,
  field: keyof ProductionTexts,
  kind: CellKind<NonNullable<Value>>,
): Column<StoredProduction> =>
  optional<StoredProduction, Value | undefined>(`${header} (${locale})`, kind as CellKind<NonNullable<Value | undefined>>, {
    field: `translations.${locale}.${field}`,
    get: (thing) => thing.translations?.[locale]?.[field] as Value | undefined,
    set: (thing, written) => translated(thing, locale, field, written),
    empty: undefined,
  })

function translated(thing: StoredProduction, locale: Locale, field: keyof ProductionTexts, written: unknown): StoredProduction {
  const { translations: before = {}, ...rest } = thing
  const { [field]: _former, ...texts } = before[locale] ?? {}
  const { [locale]: _texts, ...others } = before
  const edited = written === undefined ? texts : { ...texts, [field]: written }
  const translations = Object.keys(edited).length > 0 ? { ...others, [locale]: edited } : others
  return Object.keys(translations).length > 0 ? { ...rest, translations } : rest
}

const translationsInto = (locale: Locale): Column<StoredProduction>[] => [
  translation('title', locale, 'title', line),
  translation('credit', locale, 'credit', line),
  translation('tagline', locale, 'tagline', line),
  translation('synopsis', locale, 'synopsis', richText),
  translation('warnings', locale, 'warnings', list(line, '\n')),
  translation('streaming', locale, 'streaming', line),
]

const motifs: StoredProduction['poster']['motif'][] = ['arcs', 'waves', 'grid', 'sun', 'steps', 'rays', 'thread', 'blocks']

/** The productions with their texts in all languages. */
export const productionsSheet: Sheet<StoredProduction> = {
  name: 'productions',
  key: ['production'],
  columns: [
    required('production', key, property('id')),
    required('title', line, property('title')),
    optional('address', key, address),
    optional('credit', line, { ...property<StoredProduction, 'credit'>('credit'), empty: '' }),
    optional('performers', list(performer, '\n'), performers),
    optional('tagline', line, { ...property<StoredProduction, 'tagline'>('tagline'), empty: '' }),
    optional('synopsis', richText, { ...property<StoredProduction, 'synopsis'>('synopsis'), empty: [] }),
    required('running time', whole(1, 1_440), property('runningTime')),
    optional('intervals', whole(0, 20), { ...property<StoredProduction, 'intervals'>('intervals'), empty: 0 }),
    optional('age guidance', whole(0, 99), { ...property<StoredProduction, 'ageGuidance'>('ageGuidance'), empty: 0 }),
    optional('warnings', list(line, '\n'), { ...property<StoredProduction, 'warnings'>('warnings'), empty: [] }),
    optional('streaming', line, streaming),
    optional('venue', line, { ...property<StoredProduction, 'venue'>('venue'), empty: '' }),
    required('language', text(35), property('copyLanguage')),
    optional('poster hue', whole(0, 359), {
      field: 'poster.hue',
      get: ({ poster }: StoredProduction) => poster.hue,
      set: (thing, hue) => ({ ...thing, poster: { ...thing.poster, hue } }),
      empty: 0,
    }),
    optional('poster motif', choice(motifs), {
      field: 'poster.motif',
      get: ({ poster }: StoredProduction) => poster.motif,
      set: (thing, motif) => ({ ...thing, poster: { ...thing.poster, motif } }),
      empty: 'arcs',
    }),
    ...imageColumns,
    optional('state', choice(productionStates), { ...property<StoredProduction, 'state'>('state'), empty: 'draft' }),
    ...locales.flatMap(translationsInto),
  ],
}
