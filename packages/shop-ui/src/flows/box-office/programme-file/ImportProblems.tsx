import type { ImportSummary } from '@playhouse/domain/programme-import'
import { useFormats, useWords } from '#i18n'
import { Notice } from '#ui/Notice'
import { DataTable } from '../DataTable.tsx'

type FileProblem = ImportSummary['problems'][number]

/** Everything that is wrong in files: where, what, and what to write instead. */
export function ImportProblems({ report: { problems, problemCount } }: { readonly report: ImportSummary }) {
  const t = useWords('programme-file')
  const { number } = useFormats()
  const suggestionOf = useSuggestion()
  const columns = ['sheet', 'row', 'column', 'value', 'fault', 'suggestion'] as const
  return (
    <>
      <Notice tone="error" title={t('problems.count', { count: problemCount })}>
        <p>{t('problems.lead')}</p>
      </Notice>
      <DataTable label={t('problems.title')} columns={columns.map((key) => ({ key, label: t(`problems.${key}`) }))}>
        <tbody>
          {problems.map((problem, nth) => (
            <tr key={`${nth} ${problem.sheet}`}>
              <th scope="row">{problem.sheet}</th>
              <td>{problem.row === null ? '' : number(problem.row)}</td>
              <td>{problem.column}</td>
              <td>{problem.value}</td>
              <td>{t(`fault.${problem.fault}`)}</td>
              <td>{suggestionOf(problem)}</td>
            </tr>
          ))}
        </tbody>
      </DataTable>
      {problemCount > problems.length && <p>{t('problems.more', { count: problemCount - problems.length })}</p>}
    </>
  )
}

/** Returns what to write instead, or what a problem refers to, as a text. */
function useSuggestion(): (problem: FileProblem) => string {
  const t = useWords('programme-file')
  const plan = useWords('planning')
  return ({ fault, suggestion }) => {
    if (suggestion === null) return ''
    switch (fault) {
      case 'repeated-key':
        return t('suggestion.row', { row: suggestion })
      case 'too-long':
        return t('suggestion.longest', { longest: suggestion })
      case 'too-many-rows':
        return t('suggestion.most', { most: suggestion })
      case 'other-number-of-seats':
        return t('suggestion.seats', { seats: suggestion })
      case 'address-taken':
        return t('suggestion.owner', { owner: suggestion })
      case 'fixed-while-on-sale':
      case 'price-type-kept':
      case 'state-kept':
        return t('suggestion.kept', { value: suggestion })
      case 'incomplete': {
        const [kind = '', detail = ''] = suggestion.split(': ', 2)
        return plan(`missing.${kind}`, { detail })
      }
      default:
        return suggestion
    }
  }
}
