"""What happened and others are told about: from the audit trail and the verdicts to webhooks and mails."""
