/** Bytes of the largest seat plan that staff upload. `pnpm plan import` reads larger ones. */
export const mostPlanBytes = 24 * 2 ** 20

/** Reasons to refuse a seat plan: the file cannot be read, or its report has errors. */
export const planRefusals = [
  'empty-file',
  'cut-off',
  'foreign-file',
  'not-json',
  'too-large',
  'too-many-seats',
  'too-many-rows',
  'too-many-areas',
  'unknown-format',
  'malformed-plan',
  'malformed-drawing',
  'drawing-without-seats',
  'empty-plan',
  'has-errors',
] as const
export type PlanRefusal = (typeof planRefusals)[number]
