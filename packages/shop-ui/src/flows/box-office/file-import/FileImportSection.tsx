import { type ReactNode, useEffect, useRef } from 'react'
import { mostSpreadsheets } from '@playhouse/domain/spreadsheet-refusal'
import { useFormats, useWords } from '#i18n'
import { Notice } from '#ui/Notice'
import styles from '../BoxOffice.module.css'
import { FileButton } from '../FileButton.tsx'
import { PlanningOutcome } from '../planning/PlanningOutcome.tsx'
import { useDroppedFiles } from './useDroppedFiles.ts'
import type { FileImport } from './useFileImport.ts'

type Props<Report> = {
  readonly id: string
  readonly title: string
  readonly lead: string
  readonly files: FileImport<Report>
  /** Further kinds of files. */
  readonly alsoAccept?: string
  /** False where one file is read. */
  readonly isMultiple?: boolean
  /** The heading of a report. It gets the focus. */
  readonly headingOf: (report: Report) => string
  /** Below that heading. */
  readonly children: (report: Report) => ReactNode
}

/** A section in which files are chosen or dropped, and the report on them; or why they can't be read. */
export function FileImportSection<Report>({ id, title, lead, files, alsoAccept, isMultiple = true, headingOf, children }: Props<Report>) {
  const t = useWords('programme-file')
  const { list } = useFormats()
  const heading = useRef<HTMLHeadingElement>(null)
  const section = useRef<HTMLElement>(null)
  const { mutation, chosen, report, check } = files
  const { problem } = mutation
  useEffect(() => heading.current?.focus(), [report])
  useDroppedFiles(section, check)
  return (
    <section ref={section} className={styles['stack']} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p>{lead}</p>
      <FileButton
        label={t(chosen ? 'import.replace' : 'import.choose')}
        accept={['.xlsx,.csv,.json,text/csv,application/json', ...(alsoAccept === undefined ? [] : [alsoAccept])].join(',')}
        isMultiple={isMultiple}
        isPending={mutation.isPending && report === undefined}
        onFiles={check}
      />
      {chosen && <p>{t('import.chosen', { files: list(chosen.names) })}</p>}
      {chosen && 'fault' in chosen && (
        <Notice tone="error" role="alert" title={t('refused')}>
          <p>{t(`fileFault.${chosen.fault}`, { count: mostSpreadsheets })}</p>
        </Notice>
      )}
      {problem?.code === 'spreadsheet-refused' ? (
        <Notice tone="error" role="alert" title={t('refusedFile', { file: problem.params.file })}>
          <p>{t(`refusal.${problem.params.reason}`)}</p>
        </Notice>
      ) : (
        (problem ?? mutation.retry) && <PlanningOutcome mutation={mutation} />
      )}
      {report !== undefined && (
        <>
          <h2 ref={heading} tabIndex={-1}>
            {headingOf(report)}
          </h2>
          {children(report)}
        </>
      )}
    </section>
  )
}
