ALTER TABLE "inspection_models" ADD COLUMN "ticket_category_id" integer;--> statement-breakpoint
ALTER TABLE "inspection_models" ADD COLUMN "notification_group_id" integer;--> statement-breakpoint
ALTER TABLE "inspections" ADD COLUMN "answer_revs" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "inspections" ADD COLUMN "context" jsonb;--> statement-breakpoint
ALTER TABLE "inspections" ADD COLUMN "open_ncs" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "non_conformities" ADD COLUMN "block_label" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "non_conformities" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "non_conformities" ADD COLUMN "ticket_category_id" integer;--> statement-breakpoint
ALTER TABLE "non_conformities" ADD COLUMN "resolution_photos" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "non_conformities" ADD COLUMN "checked_in" integer;--> statement-breakpoint
ALTER TABLE "inspections" DROP COLUMN "equipment";