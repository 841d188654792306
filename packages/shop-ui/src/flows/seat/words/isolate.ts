/** Hebrew, Arabic and their neighbours: written from right to left, and numbers beside them with them. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/** A name for use within a sentence that runs the other way: without it "Row אבג, 11 taken" would be seen as "Row 11, אבג taken". */
export const isolate = (name: string): string => (rightToLeft.test(name) ? `\u2068${name}\u2069` : name)
