import type { PackageSummary } from './package.ts'
import { seriesPathOf } from './series-path.ts'

// In a separate file, because pages link to packages without their schemas.
/** The path of a package. A fixed series has pages for its steps instead. */
export const packagePathOf = ({ package: id, kind }: Pick<PackageSummary, 'package' | 'kind'>): string =>
  kind === 'series' ? seriesPathOf(id) : `/packages/${id}`

/** The path of a performance in a package, or of a way to choose its seats there. */
export const packagePartPath = (id: string, instance: string, way?: 'syos' | 'price-selection'): string =>
  `/packages/${id}/${instance}${way === undefined ? '' : `/${way}`}`

/** Whether a brand sells packages, whose list, page or builder a path names. @returns undefined where `path` names none */
export const hasPackagePage = ({ packages = false }: { readonly packages?: boolean | undefined }, path: string): boolean | undefined =>
  /^\/(\w+-)?package/.test(path) ? packages : undefined
