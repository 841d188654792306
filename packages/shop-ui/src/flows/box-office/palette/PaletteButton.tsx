import { lazy, Suspense, useEffect, useState } from 'react'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'

const CommandPalette = lazy(async () => ({ default: (await import('./CommandPalette.tsx')).CommandPalette }))

/** Opens the command palette; Ctrl+K or ⌘K does so everywhere on the staff screens. */
export function PaletteButton() {
  const t = useWords('box-office')
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const open = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', open)
    return () => document.removeEventListener('keydown', open)
  }, [])
  return (
    <>
      <Button look="quiet" onPress={() => setOpen(true)}>
        {t('palette.open')}
      </Button>
      {isOpen && (
        <Suspense>
          <CommandPalette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
