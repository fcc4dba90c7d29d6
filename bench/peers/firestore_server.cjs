// Runs @firestore-emulator/server on a free port of 127.0.0.1; the first line of output is the
// address. A line "gc" on standard input collects garbage, so that memory can be compared fairly.
//
// The package's own start() listens on every interface of the machine, on a port that must be known
// beforehand; the gRPC server it makes is bound here instead. Nothing else differs.
const readline = require("node:readline");
const { ServerCredentials } = require("@grpc/grpc-js");
const { FirestoreServer } = require("@firestore-emulator/server");

const firestore = new FirestoreServer();
firestore.server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  console.log(`127.0.0.1:${port}`);
});
readline.createInterface({ input: process.stdin }).on("line", (line) => {
  if (line === "gc") {
    global.gc();
    console.log("done");
  }
});
