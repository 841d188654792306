import { useEffect, useEffectEvent } from 'react'
import type { Setting } from '#setting'
import type { StageCommand } from '#channel'
import { deedOf, stepSetting } from './shortcuts.ts'
import type { ChangeSetting } from './useSetting.ts'

type ShortcutActions = {
  readonly setting: Setting
  readonly change: ChangeSetting
  readonly sendCommand: (command: StageCommand) => void
  readonly onLink: () => void
  readonly onHelp: () => void
}

/** Keyboard shortcuts of the workbench. They need Alt, so that accidentally typed or spoken letters have no effect (WCAG 2.1.4). */
export function useShortcuts({ setting, change, sendCommand, onLink, onHelp }: ShortcutActions): void {
  const press = (code: string): boolean => {
    const deed = deedOf(code)
    if (!deed) return false
    const step = stepSetting(deed, setting)
    if (step) change(step)
    else if (deed === 'link') onLink()
    else if (deed === 'help') onHelp()
    else if (deed === 'in' || deed === 'out' || deed === 'fit') sendCommand({ kind: 'camera', move: deed })
    return true
  }
  const onKeydown = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey && !event.ctrlKey && !event.metaKey && press(event.code)) event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKeydown(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
