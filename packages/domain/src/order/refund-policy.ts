/** Hours before a performance until which the box office refunds or exchanges tickets: the refund policy notice, specification, section 9. */
export const refundNoticeHours = 2
