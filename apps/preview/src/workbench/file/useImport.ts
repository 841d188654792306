import { useCallback, useEffect, useRef, useState } from 'react'
import type { Finding } from '@playhouse/domain/plan/import'
import { importedHall } from '#setting'
import type { ChangeSetting } from '../useSetting.ts'
import { type OpenedFile, readPlanFile } from './read-plan-file.ts'

export type Import = {
  /** The hall of the last valid file. */
  readonly imported: OpenedFile | undefined
  /** The finding for which the last file was refused; the earlier hall stays. */
  readonly refusal: { readonly file: string; readonly finding: Finding } | undefined
  readonly isReading: boolean
  readonly open: (file: File) => void
}

/** Opens files and shows the hall of the last one on the stage. Files may also be dropped anywhere on the page. */
export function useImport(change: ChangeSetting): Import {
  const [imported, setImported] = useState<OpenedFile>()
  const [refusal, setRefusal] = useState<Import['refusal']>()
  const [isReading, setReading] = useState(false)
  const last = useRef<File>(undefined)
  const open = useCallback(
    async (file: File) => {
      last.current = file
      setReading(true)
      // A large file blocks the page, so the button shows the state first.
      await new Promise((resolve) => setTimeout(resolve, 30))
      const result = await readPlanFile(file)
      // A slow file must not replace one that was dropped after it.
      if (last.current !== file) return
      setReading(false)
      if ('finding' in result) return setRefusal({ file: result.file, finding: result.finding })
      setRefusal(undefined)
      setImported(result.hall)
      change({ hall: importedHall })
    },
    [change],
  )
  useEffect(() => {
    // Without this a file that misses the field would replace the page.
    const allow = (event: DragEvent): void => event.preventDefault()
    const drop = (event: DragEvent): void => {
      if (event.defaultPrevented) return
      event.preventDefault()
      const file = event.dataTransfer?.files[0]
      if (file) void open(file)
    }
    addEventListener('dragover', allow)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', allow)
      removeEventListener('drop', drop)
    }
  }, [open])
  return { imported, refusal, isReading, open: (file) => void open(file) }
}
