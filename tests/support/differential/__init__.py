"""Random programs of Firestore calls, run on two engines and compared."""
