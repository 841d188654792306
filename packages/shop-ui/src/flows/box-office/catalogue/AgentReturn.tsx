import type { FormEvent } from 'react'
import { type AgentReturnSummary, returnColumns } from '@playhouse/domain/agent-return'
import { useFormats, useWords } from '#i18n'
import { api } from '#server-state'
import { Button } from '#ui/Button'
import { Notice } from '#ui/Notice'
import styles from '../BoxOffice.module.css'
import { CsvButton } from '../CsvButton.tsx'
import { DataTable } from '../DataTable.tsx'
import { FileImportSection } from '../file-import/FileImportSection.tsx'
import { FileProblems } from '../file-import/FileProblems.tsx'
import { useFileImport } from '../file-import/useFileImport.ts'
import { useQuery } from '@tanstack/react-query'
import { refreshProgramme } from '../planning/planning-queries.ts'
import { allocationsQuery } from './record-queries.ts'

/** Sells the seats that an agent reports as sold: a file is checked at once, and its sales become orders after a look at them. */
export function AgentReturn({ agent }: { readonly agent: string }) {
  const t = useWords('catalogue')
  const file = useWords('programme-file')
  const { money } = useFormats()
  const files = useFileImport<AgentReturnSummary>({
    preview: ([chosen]) => api.agents.previewReturn({ params: { agent }, body: { file: chosen! } }),
    messageOf: ({ problemCount, isEntered, saleCount }) =>
      problemCount > 0 ? file('problems.count', { count: problemCount }) : t(isEntered && saleCount > 0 ? 'return.done' : 'return.ready'),
  })
  const { chosen } = files
  const suggestionOf = ({ fault, suggestion }: AgentReturnSummary['problems'][number]): string => {
    if (suggestion === null) return ''
    if (fault === 'repeated-seat') return file('suggestion.row', { row: suggestion })
    if (fault === 'too-long') return file('suggestion.longest', { longest: suggestion })
    return fault === 'too-many-rows' ? file('suggestion.most', { most: suggestion }) : suggestion
  }
  const sumsOf = ({ saleCount, orders, gross, commission, net }: AgentReturnSummary): string =>
    t('return.sums', {
      ...{ seats: t('return.seats', { count: saleCount }), orders: t('return.orders', { count: orders }) },
      ...{ gross: money(gross), commission: money(commission), net: money(net) },
    })
  return (
    <>
      <FileImportSection
        {...{ id: 'agent-return', title: t('return.title'), lead: t('return.lead'), files, isMultiple: false }}
        headingOf={({ problemCount, isEntered }) =>
          problemCount > 0 ? file('problems.title') : t(isEntered ? 'return.done' : 'return.ready')
        }
      >
        {(report) => (
          <>
            {report.problemCount > 0 && (
              <FileProblems
                report={report}
                faultOf={(fault) => t(`return.fault.${fault}`, { defaultValue: file(`fault.${fault}`, { defaultValue: fault }) })}
                suggestionOf={suggestionOf}
              />
            )}
            {report.saleCount > 0 && <p>{sumsOf(report)}</p>}
            {report.unchanged > 0 && <p>{t('return.unchanged', { count: report.unchanged })}</p>}
            {report.problemCount + report.saleCount === 0 && <p>{t('return.nothing')}</p>}
            {report.saleCount > 0 && <ReturnedSeats report={report} />}
            {report.problemCount === 0 && report.saleCount > 0 && !report.isEntered && chosen && 'files' in chosen && (
              <form
                className={styles['form']}
                aria-label={t('return.submit')}
                onSubmit={(event: FormEvent) => {
                  event.preventDefault()
                  const [sent] = chosen.files
                  void files.send(() => api.agents.enterReturn({ params: { agent }, body: { file: sent! } }), refreshProgramme)
                }}
              >
                <Notice tone="warning" title={t('return.final')} />
                <Button type="submit" look="primary" isPending={files.mutation.isPending}>
                  {t('return.submit')}
                </Button>
              </form>
            )}
          </>
        )}
      </FileImportSection>
      <div>
        <ReturnTemplate agent={agent} />
      </div>
    </>
  )
}

function ReturnedSeats({ report: { sales, saleCount } }: { readonly report: AgentReturnSummary }) {
  const t = useWords('catalogue')
  const { money, number } = useFormats()
  const columns = ['row', 'performance', 'seat', 'priceType', 'price', 'buyer', 'reference'] as const
  return (
    <>
      <DataTable
        label={t('return.sales')}
        columns={columns.map((key) => ({ key, label: t(`return.column.${key}`), isAmount: key === 'price' }))}
      >
        <tbody>
          {sales.map(({ row, performance, seat, priceTypeName, price, buyer, reference }) => (
            <tr key={row}>
              <th scope="row">{number(row)}</th>
              <td>{performance}</td>
              <td>{seat}</td>
              <td>{priceTypeName}</td>
              <td className={styles['sum']}>{money(price)}</td>
              <td>{buyer}</td>
              <td>{reference}</td>
            </tr>
          ))}
        </tbody>
      </DataTable>
      {saleCount > sales.length && <p>{t('return.more', { count: saleCount - sales.length })}</p>}
    </>
  )
}

/** The seats that are locked for an agent, as a return file: the agent removes the rows that were not sold. */
function ReturnTemplate({ agent }: { readonly agent: string }) {
  const t = useWords('catalogue')
  const { when } = useFormats()
  const { data: allocations = [] } = useQuery(allocationsQuery(agent))
  if (allocations.length === 0) return null
  return (
    <CsvButton
      label={t('return.template')}
      file={`return-${agent}`}
      rows={() => [
        returnColumns,
        ...allocations.flatMap((each) =>
          each.seats.map(({ area, row, number }) => [each.instance, each.title, when(each), area, row, number, '', '', '']),
        ),
      ]}
    />
  )
}
