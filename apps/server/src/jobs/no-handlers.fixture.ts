import { outboxTopics } from '#db'
import type { OutboxHandlers } from './context.ts'

const refuse = async (): Promise<void> => {
  throw new Error('this test handles no such topic')
}

/** Handlers for tests of the outbox itself, which add those of the topics that they publish. */
export const noHandlers = Object.fromEntries(Object.keys(outboxTopics).map((topic) => [topic, refuse])) as unknown as OutboxHandlers
