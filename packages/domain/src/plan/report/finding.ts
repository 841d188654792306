/** Severity: an error must be fixed before seats are sold, a warning checked, a note known. */
export type Severity = 'error' | 'warning' | 'note'

/** Every finding on a plan. Codes are stable: programs and translations depend on them. */
export const severityOf = {
  'empty-file': 'error',
  'cut-off': 'error',
  'foreign-file': 'error',
  'not-json': 'error',
  'too-large': 'error',
  'too-many-seats': 'error',
  'too-many-rows': 'error',
  'too-many-areas': 'error',
  'unknown-format': 'error',
  'malformed-plan': 'error',
  'malformed-drawing': 'error',
  'drawing-without-seats': 'error',
  'empty-plan': 'error',
  'unreadable-position': 'error',
  'unknown-type': 'error',
  'unknown-view': 'error',
  'repeated-area': 'error',
  'repeated-id': 'error',
  'long-id': 'error',
  'coincident-seats': 'error',
  'standing-without-outline': 'error',
  'standing-in-rows': 'warning',
  'standing-found': 'note',
  'wrong-capacity': 'warning',
  'box-without-walls': 'warning',
  'box-found': 'note',
  'table-found': 'note',
  'seat-on-table': 'warning',
  'seat-off-table': 'warning',
  'overlapping-seats': 'warning',
  'lonely-seat': 'warning',
  'vast-plan': 'warning',
  'area-without-seats': 'warning',
  'row-without-seats': 'warning',
  'seat-without-row': 'warning',
  'not-a-seat': 'warning',
  'wrong-count': 'warning',
  'renamed-id': 'warning',
  'long-name': 'warning',
  'repeated-label': 'warning',
  'repeated-row': 'note',
  'areas-named-alike': 'warning',
  'missing-numbers': 'warning',
  'missing-labels': 'warning',
  'gap-in-numbers': 'note',
  'category-missing': 'warning',
  'category-unknown': 'warning',
  'category-is-state': 'warning',
  'band-missing': 'warning',
  'no-stage': 'warning',
  'no-heights': 'note',
  'no-access-facts': 'note',
  'space-without-companion': 'warning',
  'photo-of-nothing': 'warning',
  'photo-missing': 'error',
  'photo-without-words': 'error',
  'photo-not-translated': 'warning',
  'seat-on-stage': 'warning',
  'outside-size': 'note',
  'outside-view-box': 'warning',
  'outside-outline': 'note',
  'rows-cross': 'warning',
  'levels-in-one-area': 'note',
  'type-from-category': 'note',
  'rows-joined': 'note',
  'rows-found': 'note',
  'labels-left-out': 'note',
  'seats-by-shape': 'note',
  scaled: 'note',
} as const satisfies Record<string, Severity>
export type FindingCode = keyof typeof severityOf

/** One kind of fault in a plan, with all seats, rows or parts that have it. */
export type Finding = {
  readonly severity: Severity
  readonly code: FindingCode
  /** Number of seats, rows or parts concerned; 1 for the plan itself. */
  readonly count: number
  /** Ids of the areas concerned, each once; none for the whole plan. */
  readonly areas: readonly string[]
  /** The places concerned, each once: row labels, seat ids, or paths in the file that was imported; the first few thousand. */
  readonly at: readonly string[]
  readonly params: Readonly<Record<string, string | number>>
}

export type PlanReport = {
  readonly seats: number
  readonly rows: number
  readonly areas: number
  /** The worst first. */
  readonly findings: readonly Finding[]
}

export type FindingPlace = { readonly area?: string; readonly at?: string; readonly params?: Finding['params'] }

/** Collects findings. A repeated finding is counted, not repeated. */
export type FindingList = {
  readonly add: (code: FindingCode, place?: FindingPlace) => void
  readonly all: () => Finding[]
}

/** More than a reader checks one by one, and few enough to keep. */
const [mostPlaces, longestPlace] = [2_000, 170]
const ranks: Record<Severity, number> = { error: 0, warning: 1, note: 2 }

export function createFindings(): FindingList {
  type Open = Omit<Finding, 'at' | 'areas' | 'count'> & { at: Set<string>; areas: Set<string>; count: number }
  const findings = new Map<string, Open>()
  return {
    add: (code, { area, at, params = {} } = {}) => {
      const key = JSON.stringify([code, params])
      const openFinding = findings.get(key) ?? { severity: severityOf[code], code, count: 0, areas: new Set(), at: new Set(), params }
      findings.set(key, openFinding)
      openFinding.count += 1
      if (area !== undefined && openFinding.areas.size < mostPlaces) openFinding.areas.add(area)
      if (at !== undefined && openFinding.at.size < mostPlaces)
        openFinding.at.add(at.length > longestPlace ? `${at.slice(0, longestPlace)}…` : at)
    },
    all: () =>
      [...findings.values()]
        .sort((a, b) => ranks[a.severity] - ranks[b.severity])
        .map((finding) => ({ ...finding, areas: [...finding.areas], at: [...finding.at] })),
  }
}

export const hasErrors = ({ findings }: Pick<PlanReport, 'findings'>): boolean => findings.some(({ severity }) => severity === 'error')
