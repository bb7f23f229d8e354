CREATE TABLE "devices" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"last_contact" timestamp (3) with time zone NOT NULL,
	"unsent" integer NOT NULL,
	"oldest_at" timestamp (3) with time zone,
	"app_version" text NOT NULL,
	"agent" text NOT NULL,
	"persistent" boolean NOT NULL,
	"usage" bigint,
	"quota" bigint
);
--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;