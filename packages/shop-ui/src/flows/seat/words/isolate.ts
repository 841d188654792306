/** Hebrew, Arabic and other right-to-left scripts. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/** Isolates a name within a sentence of the other direction: otherwise "Row אבג, 11 taken" is displayed as "Row 11, אבג taken". */
export const isolate = (name: string): string => (rightToLeft.test(name) ? `\u2068${name}\u2069` : name)
