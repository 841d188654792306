import { useState } from 'react'
import type { ApiCall } from '#mutation'
import { type PlanningMutation, usePlanningMutation } from '../planning/usePlanningMutation.ts'
import { type ChosenFiles, readChosen, type SentFile } from './chosen-files.ts'

type Options<Report> = {
  /** Checks files without a change. */
  readonly preview: (files: SentFile[]) => ReturnType<ApiCall<Report>>
  /** What is announced with a report. */
  readonly messageOf: (report: Report) => string
}

/** An import of files: what was chosen, and the report on it. */
export type FileImport<Report> = {
  readonly mutation: PlanningMutation
  readonly chosen: ChosenFiles | undefined
  readonly report: Report | undefined
  readonly check: (files: readonly File[]) => Promise<void>
  /** Checks the chosen files again. */
  readonly checkAgain: () => Promise<void>
  /** Imports the files that were checked. */
  readonly send: (call: ApiCall<Report>, onImported?: () => Promise<unknown>) => Promise<unknown>
}

/** Checks chosen files at once, and holds the newest report. What was chosen stays after a problem. */
export function useFileImport<Report>({ preview, messageOf }: Options<Report>): FileImport<Report> {
  const mutation = usePlanningMutation()
  const [chosen, setChosen] = useState<ChosenFiles>()
  const [report, setReport] = useState<Report>()
  const check = async (files: readonly File[]): Promise<void> => {
    setReport(undefined)
    const read = await readChosen(files)
    setChosen(read)
    mutation.dismiss()
    if (!('fault' in read)) await checkFiles(read.files)
  }
  const checkFiles = async (files: SentFile[]): Promise<void> => {
    await mutation.send(() => preview(files), { onSuccess: setReport, message: messageOf })
  }
  const checkAgain = async (): Promise<void> => {
    if (chosen && !('fault' in chosen)) await checkFiles(chosen.files)
  }
  const send = (call: ApiCall<Report>, onImported?: () => Promise<unknown>): Promise<unknown> =>
    mutation.send(call, {
      onSuccess: async (imported) => {
        setReport(imported)
        await onImported?.()
      },
      message: messageOf,
    })
  return { mutation, chosen, report, check, checkAgain, send }
}
