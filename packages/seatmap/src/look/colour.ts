/** Red, green, blue and opacity, each 0 to 1, not premultiplied. */
export type Colour = readonly [red: number, green: number, blue: number, alpha: number]

/**
 * Reads `#rgb`, `#rrggbb`, `#rrggbbaa` and the form of computed styles: `rgb(…)` with commas or spaces.
 * @throws RangeError for any other text: an unreadable colour must not become black.
 */
export function parseColour(text: string): Colour {
  const hex = /^#([0-9a-f]{3,8})$/i.exec(text.trim())?.[1]
  if (hex) {
    const digits = hex.length <= 4 ? [...hex].map((digit) => digit + digit).join('') : hex
    const at = (place: number): number => Number.parseInt(digits.slice(place * 2, place * 2 + 2) || 'ff', 16) / 255
    return [at(0), at(1), at(2), at(3)]
  }
  const parts = /^rgba?\((.+)\)$/i
    .exec(text.trim())?.[1]
    ?.split(/[\s,/]+/)
    .filter(Boolean)
  if (!parts || parts.length < 3) throw new RangeError(`not a colour the map can read: ${text}`)
  const share = (part: string | undefined, full: number): number =>
    part === undefined ? 1 : Number.parseFloat(part) / (part.endsWith('%') ? 100 : full)
  return [share(parts[0], 255), share(parts[1], 255), share(parts[2], 255), share(parts[3], 1)]
}

export const mix = (a: Colour, b: Colour, share: number): Colour =>
  [0, 1, 2, 3].map((i) => a[i]! + (b[i]! - a[i]!) * share) as unknown as Colour

export const fade = ([red, green, blue, alpha]: Colour, opacity: number): Colour => [red, green, blue, alpha * opacity]

/** The opaque colour of `foreground` on `background`: some systems return a semi-transparent `Highlight`. */
export const flatten = (foreground: Colour, background: Colour): Colour => {
  const [red, green, blue] = mix(background, foreground, foreground[3])
  return [red, green, blue, 1]
}

export const toCss = ([red, green, blue, alpha]: Colour): string =>
  `rgb(${Math.round(red * 255)} ${Math.round(green * 255)} ${Math.round(blue * 255)} / ${alpha})`

/** WCAG relative luminance, 0 to 1. */
export function luminance([red, green, blue]: Colour): number {
  const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** WCAG contrast ratio, 1 to 21. */
export function contrast(a: Colour, b: Colour): number {
  const [light, dark] = [Math.max(luminance(a), luminance(b)), Math.min(luminance(a), luminance(b))]
  return (light + 0.05) / (dark + 0.05)
}

/** Whichever of two inks reads better on a ground. */
export function inkOn(ground: Colour, preferred: Colour, alternative: Colour): Colour {
  const [middle, first, second] = [shineOf(ground), shineOf(preferred), shineOf(alternative)]
  const contrastWith = (shine: number): number => Math.max(middle, shine) / Math.min(middle, shine)
  return contrastWith(first) >= contrastWith(second) ? preferred : alternative
}

/** The value that {@link contrast} compares. Cached, because a palette compares each colour with the same few inks, and powers are slow to compute. */
function shineOf(colour: Colour): number {
  let shine = shines.get(colour)
  if (shine === undefined) shines.set(colour, (shine = luminance(colour) + 0.05))
  return shine
}
const shines = new WeakMap<Colour, number>()
