import { useCallback, useEffect, useRef, useState } from 'react'
import { readLink, type Setting, situationsOf, writeLink } from '#setting'

/** Browsers refuse an address that changes more than some hundred times in half a minute. Milliseconds. */
const addressRest = 250

export type ChangeSetting = (change: Partial<Setting>) => void

type SettingState = {
  readonly setting: Setting
  /** Applies a change by the user, and clears the list of ignored parts of the link. */
  readonly change: ChangeSetting
  /** Applies a change that the stage reports. */
  readonly follow: ChangeSetting
  readonly ignored: readonly string[]
}

/** The setting, kept in the address: a copied address brings it back, the browser's own history isn't filled with it. */
export function useSetting(): SettingState {
  const [link, setLink] = useState(() => readLink(location.hash))
  const { setting, ignored } = link
  const currentHash = useRef(writeLink(setting))

  useEffect(() => {
    const text = writeLink(setting)
    if (text === currentHash.current) return
    const timer = setTimeout(() => {
      currentHash.current = text
      history.replaceState(null, '', `#${text}`)
    }, addressRest)
    return () => clearTimeout(timer)
  }, [setting])
  useEffect(() => {
    const read = (): void => {
      const next = readLink(location.hash)
      currentHash.current = writeLink(next.setting)
      setLink(next)
    }
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])

  const follow = useCallback<ChangeSetting>(
    (change) => setLink((before) => ({ ...before, setting: resetInvalid({ ...before.setting, ...change }, change) })),
    [],
  )
  const change = useCallback<ChangeSetting>(
    (change) => {
      follow(change)
      setLink((before) => ({ ...before, ignored: [] }))
    },
    [follow],
  )
  return { setting, change, follow, ignored }
}

/** Resets the settings that a change makes invalid: another hall has other seats, and not every stage simulates every condition. */
function resetInvalid(setting: Setting, change: Partial<Setting>): Setting {
  const adjusted = change.hall !== undefined ? { ...setting, framing: undefined, chosen: [], view: 'all' } : setting
  if (change.view !== undefined) return { ...adjusted, framing: undefined }
  if (situationsOf[adjusted.stage].includes(adjusted.situation)) return adjusted
  if (change.situation === undefined) return { ...adjusted, situation: 'open' }
  return { ...adjusted, stage: situationsOf.map.includes(adjusted.situation) ? 'map' : 'shop' }
}
