DROP INDEX "sessions_previous";--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_handle_hash_unique" UNIQUE("handle_hash");