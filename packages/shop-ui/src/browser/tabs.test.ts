import { expect, it, onTestFinished, vi } from 'vitest'
import { onOtherTabsChange } from './tabs.ts'

/** Opens the channel as another tab of this browser does. */
function openTab(): BroadcastChannel {
  const tab = new BroadcastChannel('basket')
  onTestFinished(() => tab.close())
  return tab
}
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has only one origin
const tell = (tab: BroadcastChannel): void => tab.postMessage('changed')

it('is notified of changes in another tab until it unsubscribes', async () => {
  const tab = openTab()
  const changed = vi.fn()
  const stop = onOtherTabsChange(changed)
  expect(changed).not.toHaveBeenCalled()
  tell(tab)
  await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(1), 10_000)
  stop()

  // A listener that subscribes after a message is notified at once.
  const late = vi.fn()
  onTestFinished(onOtherTabsChange(late))
  expect(late).toHaveBeenCalledTimes(1)
  tell(tab)
  await vi.waitFor(() => expect(late).toHaveBeenCalledTimes(2), 10_000)
  expect(changed).toHaveBeenCalledTimes(1)
})
