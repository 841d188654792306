import { type FormEvent, useState } from 'react'
import type { ImportSummary } from '@playhouse/domain/programme-import'
import { TextField } from '#form/TextField'
import { useWords } from '#i18n'
import { api } from '#server-state'
import { Button } from '#ui/Button'
import { Link } from '#ui/Link'
import { Notice, NoticeActions } from '#ui/Notice'
import styles from '../BoxOffice.module.css'
import type { SentFile } from '../file-import/chosen-files.ts'
import { FileImportSection } from '../file-import/FileImportSection.tsx'
import { useFileImport } from '../file-import/useFileImport.ts'
import { refreshProgramme } from '../planning/planning-queries.ts'
import { ImportChanges } from './ImportChanges.tsx'
import { ImportNotes } from './ImportNotes.tsx'
import { ImportProblems } from './ImportProblems.tsx'
import { defaultsOf, emptyDefaults, SourceDefaultsForm } from './SourceDefaultsForm.tsx'

/** Chooses files, checks them at once, and imports them after a look at what would change. What was chosen stays after a problem. */
export function ImportForm() {
  const t = useWords('programme-file')
  const plan = useWords('planning')
  const [reason, setReason] = useState('')
  const [draft, setDraft] = useState(emptyDefaults)
  const [checked, setChecked] = useState(emptyDefaults)
  const defaults = defaultsOf(draft)
  const files = useFileImport<ImportSummary>({
    preview: (chosen) => {
      setChecked(draft)
      return api.programmeFiles.preview({ body: { files: chosen, ...(defaults && { defaults }) } })
    },
    messageOf: ({ problemCount, created, changed, changeSet }) => {
      if (problemCount > 0) return t('problems.count', { count: problemCount })
      return changeSet === null ? t('changes.count', { count: created + changed }) : t('imported')
    },
  })
  const { chosen } = files
  const importFiles = (sent: SentFile[]) =>
    files.send(
      () => api.programmeFiles.import({ body: { files: sent, ...(defaults && { defaults }), ...(reason.trim() !== '' && { reason }) } }),
      refreshProgramme,
    )
  return (
    <FileImportSection
      {...{
        id: 'import-programme',
        title: t('import.title'),
        lead: t('import.lead'),
        files,
        alsoAccept: '.zip,.ics,.svg,.jpg,.jpeg,.png,.webp,application/zip,text/calendar,image/*',
      }}
      headingOf={({ problemCount, changeSet }) =>
        t(problemCount > 0 ? 'problems.title' : changeSet === null ? 'changes.title' : 'changes.done')
      }
    >
      {(report) => (
        <>
          {report.changeSet !== null && (
            <Notice tone="success" title={t('imported')}>
              <NoticeActions>
                <Link to="/smart/changes">{plan('changes.title')}</Link>
              </NoticeActions>
            </Notice>
          )}
          {report.problemCount > 0 ? <ImportProblems report={report} /> : <ImportChanges report={report} />}
          <ImportNotes report={report} />
          {chosen?.names.some((name) => /\.(?:ics|json)$/i.test(name)) && report.changeSet === null && (
            <SourceDefaultsForm
              {...{
                draft,
                onChange: setDraft,
                isPending: files.mutation.isPending,
                isOpen: report.problemCount > 0 || chosen.names.some(isCalendar),
                onCheck: () => void files.checkAgain(),
              }}
            />
          )}
          {chosen && 'files' in chosen && isReady(report) && draft === checked && (
            <form
              className={styles['form']}
              aria-label={t('import.title')}
              onSubmit={(event: FormEvent) => {
                event.preventDefault()
                void importFiles(chosen.files)
              }}
            >
              <TextField name="import-reason" label={t('import.reason')} optional maxLength={500} value={reason} onChange={setReason} />
              <Button type="submit" look="primary" isPending={files.mutation.isPending}>
                {t('import.submit')}
              </Button>
            </form>
          )}
        </>
      )}
    </FileImportSection>
  )
}

const isCalendar = (name: string): boolean => /\.ics$/i.test(name)

const isReady = ({ problemCount, changeSet, created, changed }: ImportSummary): boolean =>
  problemCount === 0 && changeSet === null && created + changed > 0
