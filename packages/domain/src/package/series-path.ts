// In a separate file, because pages link to series without the schemas of packages.
/** The steps of buying a fixed series, as in its paths. */
export const seriesSteps = ['choose-dates', 'syos', 'choose-prices'] as const
export type SeriesStep = (typeof seriesSteps)[number]

/** The path of a fixed series, or of a step of buying it. */
export const seriesPathOf = (series: string, step?: SeriesStep): string =>
  step === undefined ? `/subscriptions/fixed-series/${series}` : `/subscriptions/fixed-series/${series}/${step}`

/** Whether a brand sells fixed series, whose page a path names. @returns undefined where `path` names none */
export const hasSeriesPage = ({ packages = false }: { readonly packages?: boolean | undefined }, path: string): boolean | undefined =>
  path.startsWith('/subscriptions/fixed-series/') ? packages : undefined
