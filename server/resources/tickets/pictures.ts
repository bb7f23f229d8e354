import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import { offline_pictures } from '../../db/schema/core/offline-pictures.ts'
import { files } from '../../db/schema/core/system.ts'
import { ticket_comments, ticket_files, tickets } from '../../db/schema/tickets/tickets.ts'
import type { Context } from '../../lib/core/context.ts'
import { storeBytes } from '../../lib/files/files.ts'
import { keepPicture, picturesOf } from '../../lib/files/offline-pictures.ts'
import { kindOf } from '../../lib/files/upload.ts'
import { freeName } from './files.ts'

/** The `place` in `offline_pictures` of files that arrive before their ticket or comment. */
export const PICTURE_PLACE = 'ticket_comments'

/** Makes the files that arrived before their ticket or comment its attachments. `comment_id` is null for those of the ticket itself. */
export async function attachPictures(
  ticket_id: number,
  comment_id: number | null,
  photos: readonly string[],
  { db, user, now }: Context,
): Promise<void> {
  const rows = await db
    .select({ id: files.id, name: files.name })
    .from(offline_pictures)
    .innerJoin(files, eq(files.id, offline_pictures.file_id))
    .where(and(eq(offline_pictures.place, PICTURE_PLACE), inArray(offline_pictures.uuid, [...photos])))
    .orderBy(asc(offline_pictures.id))
  for (const file of rows)
    await db.insert(ticket_files).values({
      ...{ ticket_id, comment_id, file_id: file.id, file_name: await freeName(db, ticket_id, file.name), original_name: file.name },
      ...{ created_by: user.id, created_at: now.toISOString() },
    })
}
/** Files for a ticket or comment of somebody else are refused. */
const reach = async (record: string, { db, user }: Context) => {
  const comment = and(eq(ticket_comments.uuid, record), ne(ticket_comments.user_id, user.id))
  const ticket = and(eq(tickets.uid, record), ne(tickets.created_by, user.id))
  return (await db.$count(ticket_comments, comment)) || (await db.$count(tickets, ticket)) ? { seen: false, alive: true } : undefined
}
/** Pictures are scaled down, other files are stored as they are. Both keep the name they had on the device. */
const { upload: picture } = picturesOf(PICTURE_PLACE, reach, (upload, context, { name = upload.name }) =>
  kindOf({ ...upload, name }).mime.startsWith('image/')
    ? keepPicture({ ...upload, name }, context)
    : storeBytes({ ...upload, name }, context),
)
export const ticketPictures = { picture }
