import { brands } from '#brand'
import { palettes, type Setting, stages, viewportNames, visions } from '#setting'

/** Actions by `KeyboardEvent.code`; each key is pressed with Alt, in the workbench and on the stage. */
export const shortcuts = {
  KeyM: 'stage',
  KeyB: 'brand',
  KeyP: 'palette',
  KeyV: 'viewport',
  KeyY: 'vision',
  KeyL: 'link',
  Digit0: 'fit',
  Equal: 'in',
  Minus: 'out',
  KeyK: 'help',
} as const
/** An action of a keyboard shortcut. */
export type Deed = (typeof shortcuts)[keyof typeof shortcuts]

/** The label on the key. */
export const keyNameOf = (code: string): string => ({ Equal: '+', Minus: '−' })[code] ?? code.replace(/^Key|^Digit/, '')

/** The action of a key, by its `KeyboardEvent.code`. */
export const deedOf = (code: string): Deed | undefined => (shortcuts as Readonly<Record<string, Deed>>)[code]

const after = <Value>(values: readonly Value[], value: Value): Value => values[(values.indexOf(value) + 1) % values.length]!

/** The setting after a key that selects the next value of a kind; `undefined` for a key with another function. */
export function stepSetting(deed: Deed, setting: Setting): Partial<Setting> | undefined {
  switch (deed) {
    case 'stage':
      return { stage: after(stages, setting.stage) }
    case 'brand':
      return {
        brand: after(
          brands.map(({ id }) => id),
          setting.brand,
        ),
      }
    case 'palette':
      return { palette: after(palettes, setting.palette) }
    case 'viewport':
      return { viewport: after(viewportNames, setting.viewport) }
    case 'vision':
      return { vision: after(visions, setting.vision) }
    default:
      return undefined
  }
}
