import { useCallback, useEffect, useRef, useState } from 'react'
import type { Finding } from '@playhouse/domain/plan/import'
import { importedHall } from '#setting'
import type { ChangeSetting } from '../useSetting.ts'
import { type OpenedFile, readPlanFile } from './read-plan-file.ts'

export type Import = {
  /** The hall that came out of the last file that held one. */
  readonly imported: OpenedFile | undefined
  /** Why the last file gave none; the hall before it stays. */
  readonly refused: { readonly file: string; readonly finding: Finding } | undefined
  readonly isReading: boolean
  readonly take: (file: File) => void
}

/** Opens files and puts what the last one given holds on the stage. A file dropped beside the field counts too. */
export function useImport(change: ChangeSetting): Import {
  const [imported, setImported] = useState<OpenedFile>()
  const [refused, setRefused] = useState<Import['refused']>()
  const [isReading, setReading] = useState(false)
  const last = useRef<File>(undefined)
  const take = useCallback(
    async (file: File) => {
      last.current = file
      setReading(true)
      // A large file blocks the page, so the button shows the state first.
      await new Promise((painted) => setTimeout(painted, 30))
      const result = await readPlanFile(file)
      // A slow file must not replace one that was dropped after it.
      if (last.current !== file) return
      setReading(false)
      if ('refused' in result) return setRefused({ file: result.file, finding: result.refused })
      setRefused(undefined)
      setImported(result.opened)
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
      if (file) void take(file)
    }
    addEventListener('dragover', allow)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', allow)
      removeEventListener('drop', drop)
    }
  }, [take])
  return { imported, refused, isReading, take: (file) => void take(file) }
}
