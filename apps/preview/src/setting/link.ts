import { locales } from '@playhouse/domain/brand'
import {
  filterRules,
  overlays,
  palettes,
  type Setting,
  situations,
  situationsOf,
  stages,
  standard,
  viewportNames,
  visions,
} from './setting.ts'

type Field<Value> = { readonly write: (value: Value) => string; readonly read: (text: string) => Value | undefined }

const oneOf = <Value extends string>(values: readonly Value[]): Field<Value> => ({
  write: String,
  read: (text) => values.find((value) => value === text),
})
const whole = (least: number, most: number): Field<number> => ({
  write: String,
  read: (text) => (/^\d{1,6}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined),
})
const name: Field<string> = { write: String, read: (text) => (/^[\w:.-]{1,80}$/.test(text) ? text : undefined) }
const flag: Field<boolean> = {
  write: (value) => (value ? '1' : '0'),
  read: (text) => (text === '1' ? true : text === '0' ? false : undefined),
}
/** Separator of ids, which may contain any other characters. */
const idSeparator = '~~'
const ids: Field<readonly string[]> = {
  write: (values) => values.join(idSeparator),
  read: (text) => {
    const values = text === '' ? [] : text.split(idSeparator)
    return values.length <= 20 ? values : undefined
  },
}
const several = <Value extends string>(values: readonly Value[]): Field<readonly Value[]> => ({
  write: (values) => values.join('.'),
  read: (text) => {
    const names = text === '' ? [] : text.split('.')
    const knownValues = values.filter((value) => names.includes(value))
    return knownValues.length === names.length ? knownValues : undefined
  },
})
const framing: Field<Setting['framing']> = {
  write: (at) => (at ? [at.x, at.y, at.seatSize].map((value) => Number(value.toFixed(1))).join('_') : ''),
  read: (text) => {
    const [x, y, seatSize, ...rest] = text.split('_').map(Number)
    const right = [x, y, seatSize].every(Number.isFinite) && rest.length === 0 && seatSize! > 0
    return right ? { x: x!, y: y!, seatSize: seatSize! } : undefined
  },
}

const fields: { readonly [Key in keyof Setting]: Field<Setting[Key]> } = {
  stage: oneOf(stages),
  hall: name,
  brand: name,
  palette: oneOf(palettes),
  locale: oneOf(locales),
  situation: oneOf(situations),
  sold: whole(0, 100),
  live: whole(0, 200),
  mine: whole(0, 9),
  chosen: ids,
  filter: oneOf(filterRules),
  showcase: flag,
  view: name,
  framing,
  viewport: oneOf(viewportNames),
  width: whole(200, 4000),
  height: whole(200, 4000),
  vision: oneOf(visions),
  text: { write: String, read: (text) => (text === '100' ? 100 : text === '200' ? 200 : undefined) },
  still: flag,
  overlays: several(overlays),
}
const keys = Object.keys(fields) as (keyof Setting)[]

/** A setting as the part of an address after `#`: the differences from the standard setting, in editable words. */
export function writeLink(setting: Setting): string {
  const link = new URLSearchParams()
  for (const key of keys) {
    const field = fields[key] as Field<unknown>
    const text = field.write(setting[key])
    if (text !== field.write(standard[key])) link.set(key, text)
  }
  return link.toString()
}

export type ReadLink = {
  readonly setting: Setting
  /** Unknown parts of the link: they keep the standard value and are listed to the user. */
  readonly ignored: readonly string[]
  /** The stage without panels, for the user's phone. */
  readonly isAlone: boolean
}

/** Reads a setting from an address; never throws. */
export function readLink(hash: string): ReadLink {
  const link = new URLSearchParams(hash.replace(/^#/, ''))
  const ignored: string[] = []
  const read: Partial<Record<keyof Setting, unknown>> = {}
  for (const [key, text] of link) {
    if (key === aloneKey) continue
    const field = Object.hasOwn(fields, key) ? (fields[key as keyof Setting] as Field<unknown>) : undefined
    const value = field?.read(text)
    if (value === undefined) ignored.push(key)
    else read[key as keyof Setting] = value
  }
  const setting = { ...standard, ...(read as Partial<Setting>) }
  if (situationsOf[setting.stage].includes(setting.situation)) return { setting, ignored, isAlone: link.has(aloneKey) }
  return { setting: { ...setting, situation: standard.situation }, ignored: [...ignored, 'situation'], isAlone: link.has(aloneKey) }
}

const aloneKey = 'alone'
/** The address of the stage alone. */
export const writeStageLink = (setting: Setting): string => [`${aloneKey}=1`, writeLink(setting)].filter(Boolean).join('&')
