import { type ReactNode, useCallback, useContext, useEffect, useId, useRef, useSyncExternalStore } from 'react'
import { type Blocker, type BlockerFunction, UNSAFE_DataRouterContext as DataRouterContext } from 'react-router'
import { useWords } from '#i18n'
import { AlertDialog } from '#ui/AlertDialog'

/** A session that ended shows no form any more. */
const signInPath = '/smart/sign-in'

export type UnsavedGuard = {
  /** The question, to be rendered with the form. */
  readonly question: ReactNode
  /** Allows the next navigation. Call it after a save that leads to another page. */
  readonly release: () => void
}

/**
 * Asks before staff leave a page whose form has unsaved changes: by a link or the history with a dialog, by closing or reloading with that of
 * the browser. A navigation within the page, such as to another query, is not blocked.
 */
export function useUnsavedGuard(isUnsaved: boolean): UnsavedGuard {
  const t = useWords('planning')
  const isReleased = useRef(false)
  const shouldBlock = useCallback<BlockerFunction>(
    ({ currentLocation, nextLocation: { pathname } }) =>
      isUnsaved && !isReleased.current && pathname !== currentLocation.pathname && !pathname.endsWith(signInPath),
    [isUnsaved],
  )
  const blocker = useStaffBlocker(shouldBlock)
  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent): void => {
      if (!isReleased.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsaved])
  const stay = (): void => blocker?.reset?.()
  const question = (
    <AlertDialog
      isOpen={blocker?.state === 'blocked'}
      title={t('unsaved.title')}
      safe={{ label: t('unsaved.stay'), onPress: stay }}
      other={{ label: t('unsaved.leave'), onPress: () => blocker?.proceed?.(), danger: true }}
      onClose={stay}
    >
      <p>{t('unsaved.text')}</p>
    </AlertDialog>
  )
  const release = (): void => {
    isReleased.current = true
  }
  return { question, release }
}

/**
 * As `useBlocker` of react-router, whose code would be in the first script that visitors load: `budgets.json` limits it. Returns undefined
 * before the first navigation that it is asked about.
 */
function useStaffBlocker(shouldBlock: BlockerFunction): Blocker | undefined {
  const context = useContext(DataRouterContext)
  if (!context) throw new Error('useUnsavedGuard needs a data router')
  const { router } = context
  const key = useId()
  useEffect(() => {
    router.getBlocker(key, shouldBlock)
    return () => router.deleteBlocker(key)
  }, [router, key, shouldBlock])
  return useSyncExternalStore(router.subscribe, () => router.state.blockers.get(key))
}
