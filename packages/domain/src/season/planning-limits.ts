/** The least and the greatest of whole numbers; both are allowed. */
export type WholeRange = { readonly least: number; readonly most: number }

/** What fields of the programme with a whole number allow. Forms name these limits; schemas check them. */
export const wholeRanges = {
  /** Minutes. */
  runningTime: { least: 1, most: 1_440 },
  intervals: { least: 0, most: 20 },
  /** Years. */
  ageGuidance: { least: 0, most: 99 },
  /** Degrees. */
  posterHue: { least: 0, most: 359 },
  /** Per cent of the width or height of an image. */
  focalPoint: { least: 0, most: 100 },
  /** Tickets. */
  perCustomer: { least: 1, most: 500 },
  /** Days before a performance. */
  daysBefore: { least: 0, most: 1_000 },
  /** Minutes before a performance. */
  minutesBefore: { least: 0, most: 20_160 },
} as const satisfies Record<string, WholeRange>

/** Characters of a line about a production, such as its title. */
export const maxLineLength = 300
/** Characters of a paragraph of a synopsis. */
export const maxParagraphLength = 5_000
/** Paragraphs, headings and lists of a synopsis. */
export const maxSynopsisBlocks = 100
/** Content warnings of a production. */
export const maxWarnings = 50
/** Characters of a name that staff give, such as that of a price list. */
export const maxNameLength = 80

/** Characters of a readable name in a URL. */
export const maxSlugLength = 80

/** Days from the first to the last day of a run. */
export const maxRunDays = 1_000
/** Maximum number of performances that one run makes. */
export const maxRunLength = 500
