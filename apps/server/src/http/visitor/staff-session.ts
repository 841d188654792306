import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { beginStaffSession, endStaffSession, verifyStaffSession, resumeStaffSession, type StaffSession } from '#modules/staff'

/** Apart from the visitors' cookie: who works at the counter may be a customer too, and neither opens the other's doors. */
const cookieName = (secure: boolean): string => (secure ? '__Host-staff' : 'staff')
/** `Strict`: no link from elsewhere leads anybody to the counter signed in. */
const shapeOf = (secure: boolean) => ({ path: '/', httpOnly: true, sameSite: 'strict', secure }) as const

const known = new WeakMap<FastifyRequest, Promise<StaffSession | undefined>>()

/** Who is at the counter behind a request, with or without their second factor; looked up once. */
export function shiftOf(request: FastifyRequest): Promise<StaffSession | undefined> {
  const { db, secure } = request.server.doorkeeper
  const secret = request.cookies[cookieName(secure)]
  const shift = known.get(request) ?? (secret === undefined ? Promise.resolve(undefined) : resumeStaffSession(db, secret))
  known.set(request, shift)
  return shift
}

/** Whether both factors were shown: what a call of staff asks. */
export const isAtCounter = async (request: FastifyRequest): Promise<boolean> => (await shiftOf(request))?.isVerified === true

/** After the password: a cookie that opens nothing but the second factor. */
export async function openShift(request: FastifyRequest, reply: FastifyReply, staff: string): Promise<void> {
  const before = await shiftOf(request)
  if (before) await endStaffSession(request.server.doorkeeper.db, before.key)
  giveCookie(request, reply, await beginStaffSession(request.server.doorkeeper.db, staff))
}

/** After the second factor: a new cookie. What follows in this request is done as them. */
export async function confirmShift(request: FastifyRequest, reply: FastifyReply, shift: StaffSession): Promise<StaffSession> {
  const { db } = request.server.doorkeeper
  const secret = await verifyStaffSession(db, shift)
  giveCookie(request, reply, secret)
  const proved = (await resumeStaffSession(db, secret))!
  known.set(request, Promise.resolve(proved))
  return proved
}

export async function closeShift(request: FastifyRequest, reply: FastifyReply, { key }: StaffSession): Promise<void> {
  const { db, secure } = request.server.doorkeeper
  await endStaffSession(db, key)
  void reply.clearCookie(cookieName(secure), shapeOf(secure))
}

function giveCookie(request: FastifyRequest, reply: FastifyReply, secret: string): void {
  const { secure } = request.server.doorkeeper
  void reply.setCookie(cookieName(secure), secret, shapeOf(secure))
}
