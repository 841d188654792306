import type { SheetProblem } from '@playhouse/domain/programme-file'
import { useFormats, useWords } from '#i18n'
import { Notice } from '#ui/Notice'
import { DataTable } from '../DataTable.tsx'

type Props<Fault extends string> = {
  readonly report: { readonly problems: readonly SheetProblem<Fault>[]; readonly problemCount: number }
  readonly faultOf: (fault: Fault) => string
  /** What to write instead, or what a problem refers to; '' for neither. */
  readonly suggestionOf: (problem: SheetProblem<Fault>) => string
}

/** Everything that is wrong in files: where, what, and what to write instead. */
export function FileProblems<Fault extends string>({ report: { problems, problemCount }, faultOf, suggestionOf }: Props<Fault>) {
  const t = useWords('programme-file')
  const { number } = useFormats()
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
              <td>{faultOf(problem.fault)}</td>
              <td>{suggestionOf(problem)}</td>
            </tr>
          ))}
        </tbody>
      </DataTable>
      {problemCount > problems.length && <p>{t('problems.more', { count: problemCount - problems.length })}</p>}
    </>
  )
}
