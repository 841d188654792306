import { type RefObject, useEffect } from 'react'

/** Takes files that are dropped on an element, in place of its button for a choice of files. */
export function useDroppedFiles(target: RefObject<HTMLElement | null>, onFiles: (files: readonly File[]) => Promise<void>): void {
  useEffect(() => {
    const element = target.current
    // Without it, the browser opens the file in place of the page.
    const allow = (event: DragEvent): void => event.preventDefault()
    const drop = (event: DragEvent): void => {
      event.preventDefault()
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length > 0) void onFiles(files)
    }
    element?.addEventListener('dragover', allow)
    element?.addEventListener('drop', drop)
    return () => {
      element?.removeEventListener('dragover', allow)
      element?.removeEventListener('drop', drop)
    }
  }, [target, onFiles])
}
