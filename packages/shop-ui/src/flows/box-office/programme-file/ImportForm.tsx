import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { ImportSummary } from '@playhouse/domain/programme-import'
import { mostSpreadsheets } from '@playhouse/domain/spreadsheet-refusal'
import { TextField } from '#form/TextField'
import { useFormats, useWords } from '#i18n'
import { api } from '#server-state'
import { Button } from '#ui/Button'
import { Link } from '#ui/Link'
import { Notice, NoticeActions } from '#ui/Notice'
import styles from '../BoxOffice.module.css'
import { FileButton } from '../FileButton.tsx'
import { refreshProgramme } from '../planning/planning-queries.ts'
import { PlanningOutcome } from '../planning/PlanningOutcome.tsx'
import { usePlanningMutation } from '../planning/usePlanningMutation.ts'
import { type ChosenFiles, readChosen, type SentFile } from './chosen-files.ts'
import { useDroppedFiles } from './useDroppedFiles.ts'
import { ImportChanges } from './ImportChanges.tsx'
import { ImportProblems } from './ImportProblems.tsx'

/** Chooses files, checks them at once, and imports them after a look at what would change. What was chosen stays after a problem. */
export function ImportForm() {
  const t = useWords('programme-file')
  const plan = useWords('planning')
  const { list } = useFormats()
  const mutation = usePlanningMutation()
  const [chosen, setChosen] = useState<ChosenFiles>()
  const [report, setReport] = useState<ImportSummary>()
  const [reason, setReason] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const section = useRef<HTMLElement>(null)
  const { problem, isPending } = mutation
  useEffect(() => heading.current?.focus(), [report])
  const messageOf = ({ problemCount, created, changed, changeSet }: ImportSummary): string => {
    if (problemCount > 0) return t('problems.count', { count: problemCount })
    return changeSet === null ? t('changes.count', { count: created + changed }) : t('imported')
  }
  const check = async (files: readonly File[]): Promise<void> => {
    setReport(undefined)
    const read = await readChosen(files)
    setChosen(read)
    mutation.dismiss()
    if ('fault' in read) return
    await mutation.send(() => api.programmeFiles.preview({ body: { files: read.files } }), {
      onSuccess: setReport,
      message: messageOf,
    })
  }
  useDroppedFiles(section, check)
  const importFiles = (files: SentFile[]) =>
    mutation.send(() => api.programmeFiles.import({ body: { files, ...(reason.trim() !== '' && { reason }) } }), {
      onSuccess: async (imported) => {
        setReport(imported)
        await refreshProgramme()
      },
      message: messageOf,
    })
  const isReady = report !== undefined && report.problemCount === 0 && report.changeSet === null && report.created + report.changed > 0
  return (
    <section ref={section} className={styles['stack']} aria-labelledby="import-programme">
      <h2 id="import-programme">{t('import.title')}</h2>
      <p>{t('import.lead')}</p>
      <FileButton
        label={t(chosen ? 'import.replace' : 'import.choose')}
        accept=".xlsx,.csv,.json,text/csv,application/json"
        isMultiple
        isPending={isPending && report === undefined}
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
      {report && (
        <>
          <h2 ref={heading} tabIndex={-1}>
            {t(report.problemCount > 0 ? 'problems.title' : report.changeSet === null ? 'changes.title' : 'changes.done')}
          </h2>
          {report.changeSet !== null && (
            <Notice tone="success" title={t('imported')}>
              <NoticeActions>
                <Link to="/smart/changes">{plan('changes.title')}</Link>
              </NoticeActions>
            </Notice>
          )}
          {report.problemCount > 0 ? <ImportProblems report={report} /> : <ImportChanges report={report} />}
        </>
      )}
      {chosen && 'files' in chosen && isReady && (
        <form
          className={styles['form']}
          aria-label={t('import.title')}
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            void importFiles(chosen.files)
          }}
        >
          <TextField name="import-reason" label={t('import.reason')} optional maxLength={500} value={reason} onChange={setReason} />
          <Button type="submit" look="primary" isPending={isPending}>
            {t('import.submit')}
          </Button>
        </form>
      )}
    </section>
  )
}
