/** Whether a document is over on a day (`YYYY-MM-DD`): it is good until the end of its last day. */
export const isOver = (valid_to: string | null, today: string) => valid_to !== null && valid_to < today
